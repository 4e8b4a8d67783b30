// SiteTexts: every word of a site that is not the feed's, a table a language. A translation is one more table. `{n}` stands
// for a number; the script reads its texts out of the page, so that it has none of its own.

package struct SiteTexts: Sendable {
    /// What the texts are written in, for `lang`.
    package let language: LanguageTag?
    let skip: String
    let allStops: String
    let listPages: String
    let nextPage: String
    let previousPage: String

    let search: String
    let searchHint: String
    let order: String
    let byName: String
    let byCode: String
    let byDistance: String
    let foundNone: String
    let foundOne: String
    let foundMany: String
    let showMore: String
    let loading: String
    let notLoaded: String
    let locating: String
    let notLocated: String

    let stop: String
    let platform: String
    /// Before a headsign.
    let towards: String
    /// Before a stop's ID.
    let id: String
    let open: String
    let openWeb: String
    let openApp: String
    let walk: String
    let coordinate: String
    let fare: String
    let openFareApp: String
    let buyTicket: String
    let getApp: String
    let appStore: String
    let play: String
    let scan: String
    let codeLabel: String

    /// The texts in the language of the feed where there is a table for it, else in English.
    package static func `for`(_ language: LanguageTag?) -> SiteTexts {
        all.first { $0.language?.language == language?.language } ?? english
    }

    /// What tells two stops apart: `towards Downtown`, `ID 75403`, both where neither is enough.
    package func note(towards headsign: String?, id: String?) -> String {
        [headsign.map { "\(towards) \($0)" }, id.map { "\(self.id) \($0)" }].compactMap { $0 }.joined(separator: " · ")
    }

    /// Every table; English is the first.
    package static var all: [SiteTexts] { [english, spanish, french] }
}

extension SiteTexts {
    package static let english = SiteTexts(
        language: LanguageTag("en"),
        skip: "Skip to content",
        allStops: "All stops",
        listPages: "Stops by name",
        nextPage: "Next page",
        previousPage: "Previous page",

        search: "Find a stop",
        searchHint: "Name or stop number",
        order: "Order of the list",
        byName: "By name",
        byCode: "By number",
        byDistance: "Near me",
        foundNone: "No stop found",
        foundOne: "1 stop",
        foundMany: "{n} stops",
        showMore: "Show more",
        loading: "Loading the stops…",
        notLoaded: "The stops could not be loaded. The list below still works.",
        locating: "Finding out where you are…",
        notLocated: "Your place could not be found. Allow this page to use your location, or search by name.",

        stop: "Stop",
        platform: "Platform",
        towards: "towards",
        id: "ID",
        open: "Open this stop",
        openWeb: "On the web",
        openApp: "In the app",
        walk: "Walk there with",
        coordinate: "Coordinates",
        fare: "Pay your fare",
        openFareApp: "Open the fare app (iPhone)",
        buyTicket: "Buy a ticket",
        getApp: "Get the app",
        appStore: "App Store",
        play: "Google Play",
        scan: "Scan to open this stop on your phone",
        codeLabel: "QR code with the link to this stop")

    package static let spanish = SiteTexts(
        language: LanguageTag("es"),
        skip: "Ir al contenido",
        allStops: "Todas las paradas",
        listPages: "Paradas por nombre",
        nextPage: "Página siguiente",
        previousPage: "Página anterior",

        search: "Buscar una parada",
        searchHint: "Nombre o número de parada",
        order: "Orden de la lista",
        byName: "Por nombre",
        byCode: "Por número",
        byDistance: "Cerca de mí",
        foundNone: "No se encontró ninguna parada",
        foundOne: "1 parada",
        foundMany: "{n} paradas",
        showMore: "Mostrar más",
        loading: "Cargando las paradas…",
        notLoaded: "No se pudieron cargar las paradas. La lista de abajo sigue funcionando.",
        locating: "Buscando su ubicación…",
        notLocated: "No se pudo encontrar su ubicación. Permita que esta página la use, o busque por nombre.",

        stop: "Parada",
        platform: "Andén",
        towards: "hacia",
        id: "ID",
        open: "Abrir esta parada",
        openWeb: "En la web",
        openApp: "En la aplicación",
        walk: "Ir a pie con",
        coordinate: "Coordenadas",
        fare: "Pagar el pasaje",
        openFareApp: "Abrir la aplicación de pago (iPhone)",
        buyTicket: "Comprar un billete",
        getApp: "Obtener la aplicación",
        appStore: "App Store",
        play: "Google Play",
        scan: "Escanee para abrir esta parada en su teléfono",
        codeLabel: "Código QR con el enlace a esta parada")

    package static let french = SiteTexts(
        language: LanguageTag("fr"),
        skip: "Aller au contenu",
        allStops: "Tous les arrêts",
        listPages: "Arrêts par nom",
        nextPage: "Page suivante",
        previousPage: "Page précédente",

        search: "Trouver un arrêt",
        searchHint: "Nom ou numéro de l’arrêt",
        order: "Ordre de la liste",
        byName: "Par nom",
        byCode: "Par numéro",
        byDistance: "Près de moi",
        foundNone: "Aucun arrêt trouvé",
        foundOne: "1 arrêt",
        foundMany: "{n} arrêts",
        showMore: "Afficher plus",
        loading: "Chargement des arrêts…",
        notLoaded: "Les arrêts n’ont pas pu être chargés. La liste ci-dessous fonctionne toujours.",
        locating: "Recherche de votre position…",
        notLocated: "Votre position est introuvable. Autorisez cette page à l’utiliser, ou cherchez par nom.",

        stop: "Arrêt",
        platform: "Quai",
        towards: "vers",
        id: "ID",
        open: "Ouvrir cet arrêt",
        openWeb: "Sur le web",
        openApp: "Dans l’application",
        walk: "Y aller à pied avec",
        coordinate: "Coordonnées",
        fare: "Payer le trajet",
        openFareApp: "Ouvrir l’application de paiement (iPhone)",
        buyTicket: "Acheter un billet",
        getApp: "Obtenir l’application",
        appStore: "App Store",
        play: "Google Play",
        scan: "Scannez pour ouvrir cet arrêt sur votre téléphone",
        codeLabel: "Code QR avec le lien de cet arrêt")
}
