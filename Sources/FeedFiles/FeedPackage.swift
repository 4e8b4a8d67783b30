// FeedPackage: a feed as it lies on the disk, a zip or a folder, opened for its tables.

internal import Feeds
