package shufflesharding

import (
	"strconv"
	"sync/atomic"

	"kubesem/upstream/record"
)

func NewDealer(deckSize, handSize int) (*Dealer, error) {
	dealer, err := orig_NewDealer(deckSize, handSize)
	if err != nil {
		record.Begin("apf.deal", record.Map{"queues": deckSize, "handSize": handSize, "hash": "0"}).Err("Dealer")
	}
	return dealer, err
}

// mostHands is enough: a test of the distribution deals millions.
const mostHands = 10_000

var hands atomic.Int64

func (d *Dealer) DealIntoHand(hashValue uint64, hand []int) []int {
	if hands.Add(1) > mostHands {
		return d.orig_DealIntoHand(hashValue, hand)
	}
	call := record.Begin("apf.deal", record.Map{
		"queues": d.deckSize, "handSize": d.handSize, "hash": strconv.FormatUint(hashValue, 10),
	})
	dealt := d.orig_DealIntoHand(hashValue, hand)
	call.Out(dealt)
	return dealt
}
