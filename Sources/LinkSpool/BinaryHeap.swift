// BinaryHeap: the smallest first. For names by age and for looks by time.

/// A heap whose first element is the smallest.
struct BinaryHeap<Element: Comparable> {
    private var elements: [Element] = []

    var isEmpty: Bool { elements.isEmpty }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if elements[parent] <= elements[child] { return }
            elements.swapAt(parent, child)
            child = parent
        }
    }

    mutating func removeFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        sink()
        return first
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && elements[child] < elements[smallest] { smallest = child }
            if smallest == parent { return }
            elements.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
