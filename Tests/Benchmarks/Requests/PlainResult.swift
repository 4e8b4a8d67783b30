// PlainResult: a result for JSONEncoder: what our writer puts out for a trip without a coordinate, value by value.

struct PlainResult: Encodable {
    struct Region: Encodable {
        let id = 1
        let name = "Puget Sound"
    }
    struct Fare: Encodable {
        struct Warning: Encodable {
            let title = "Check before you buy!"
            let body = """
                The mobile fare payment app for Puget Sound does not support all transit service shown in OneBusAway. \
                Please check that a ticket is eligible for your agency and route before you purchase!
                """
        }
        let ios = "co.bytemark.tgt://onebusaway"
        let appStore = "https://apps.apple.com/app/id1131345078"
        let play = "https://play.google.com/store/apps/details?id=co.bytemark.tgt"
        let warning = Warning()
    }
    struct Store: Encodable {
        let ios = "https://apps.apple.com/app/id329380089"
        let android = "https://play.google.com/store/apps/details?id=com.joulespersecond.seattlebusbot"
    }
    struct Links: Encodable {
        let web: String
        let app: String
        let android: String
        let fare = Fare()
        let store = Store()
    }
    struct Handoff: Encodable {
        struct UserInfo: Encodable {
            let regionID = 1
            let serviceDate: String
            let stopID: String
            let stopSequence: Int
            let tripID: String
            let vehicleID: String?
        }
        let activityType = "org.onebusaway.iphone.user_activity.trip"
        let title: String
        let isEligibleForHandoff = true
        let isEligibleForSearch = false
        let isEligibleForPrediction = false
        let persistentIdentifier: String
        let targetContentIdentifier: String
        let requiredUserInfoKeys = ["regionID", "serviceDate", "stopID", "stopSequence", "tripID"]
        let userInfo: UserInfo
        let userInfoTypes = ["serviceDate": "Date"]
        let webpageURL: String
    }
    /// Written down, where ours is computed: a model of each receiver is no part of the rival.
    struct OpenedBy: Encodable {
        let web = ["ios-documented", "ios-current", "android", "sidecar-rails"]
        let app = ["ios-documented", "ios-current", "android"]
    }
    struct Warning: Encodable {
        let code = "no-coordinate"
        let message = "the stop has no coordinate, so there are no walking directions"
    }
    let id: String?
    let status = "ok"
    let region = Region()
    let links: Links
    let handoff: Handoff
    let openedBy = OpenedBy()
    let warnings = [Warning()]
}
