package shufflesharding

import (
	"strconv"

	"kubesem/upstream/record"
)

func NewDealer(deckSize, handSize int) (*Dealer, error) {
	dealer, err := orig_NewDealer(deckSize, handSize)
	if err != nil {
		record.Begin("apf.deal", record.Map{"queues": deckSize, "handSize": handSize, "hash": "0"}).Err("Dealer")
	}
	return dealer, err
}

func (d *Dealer) DealIntoHand(hashValue uint64, hand []int) []int {
	call := record.Begin("apf.deal", record.Map{
		"queues": d.deckSize, "handSize": d.handSize, "hash": strconv.FormatUint(hashValue, 10),
	})
	dealt := d.orig_DealIntoHand(hashValue, hand)
	call.Out(dealt)
	return dealt
}
