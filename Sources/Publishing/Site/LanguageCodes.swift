// LanguageCodes: languages that have a code of two letters (ISO 639-1) and one or two of three (ISO 639-2, the terminology and the
// bibliographic one), as the Library of Congress lists them. A tag of RFC 5646 takes the shortest (section 2.2.1): `de` and not
// `deu` or `ger`.

enum LanguageCodes {
    /// The code of two letters for that of three; nil where the language has none.
    /// - Parameter code: small letters.
    static func short(of code: String) -> String? { shortCodes[code] }

    /// Three letters and two.
    private static let shortCodes = Dictionary(
        uniqueKeysWithValues: table.split(whereSeparator: \.isWhitespace).map { (String($0.prefix(3)), String($0.suffix(2))) })

    private static let table = """
        aaraa abkab afraf akaak albsq amham araar argan armhy asmas avaav aveae aymay azeaz bakba bambm baqeu belbe benbn
        bihbh bisbi bodbo bosbs brebr bulbg burmy catca cescs chach chece chizh chucu chvcv corkw cosco crecr cymcy czecs
        danda deude divdv dutnl dzodz ellel engen epoeo estet euseu eweee faofo fasfa fijfj finfi frafr frefr fryfy fulff
        geoka gerde glagd glega glggl glvgv greel grngn gujgu hatht hauha hebhe herhz hinhi hmoho hrvhr hunhu hyehy iboig
        iceis idoio iiiii ikuiu ileie inaia indid ipkik islis itait javjv jpnja kalkl kankn kasks katka kaukr kazkk khmkm
        kikki kinrw kirky komkv konkg korko kuakj kurku laolo latla lavlv limli linln litlt ltzlb lublu luglg macmk mahmh
        malml maomi marmr mayms mkdmk mlgmg mltmt monmn mrimi msams myamy nauna navnv nblnr ndend ndong nepne nldnl nnonn
        nobnb norno nyany ocioc ojioj orior ormom ossos panpa perfa plipi polpl porpt pusps quequ rohrm ronro rumro runrn
        rusru sagsg sansa sinsi slksk slosk slvsl smese smosm snasn sndsd somso sotst spaes sqisq srdsc srpsr sswss sunsu
        swasw swesv tahty tamta tattt telte tgktg tgltl thath tibbo tirti tonto tsntn tsots tuktk turtr twitw uigug ukruk
        urdur uzbuz venve vievi volvo welcy wlnwa wolwo xhoxh yidyi yoryo zhaza zhozh zulzu
        """
}
