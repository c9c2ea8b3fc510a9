package main

import (
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
)

// amount is a quantity as text and exactly: Unscaled × 10^Exponent.
type amount struct {
	String    string          `json:"string"`
	Canonical string          `json:"canonical"`
	Format    resource.Format `json:"format"`
	Unscaled  string          `json:"unscaled"`
	Exponent  int32           `json:"exponent"`
}

// record is everything that can be observed of a quantity.
type record struct {
	amount
	Form               string `json:"form"`
	Sign               int    `json:"sign"`
	IsZero             bool   `json:"isZero"`
	Value              int64  `json:"value,string"`
	MilliValue         int64  `json:"milliValue,string"`
	ApproximateFloat64 string `json:"approximateFloat64"`
	Float64            string `json:"float64"`
}

func amountOf(q resource.Quantity) amount {
	text := q
	number, suffix := q.CanonicalizeBytes(nil)
	// Asking for the decimal changes the form, so only the copy is asked.
	exact := q.DeepCopy()
	dec := exact.AsDec()
	return amount{
		String:    text.String(),
		Canonical: string(number) + string(suffix),
		Format:    q.Format,
		Unscaled:  dec.UnscaledBig().String(),
		Exponent:  -int32(dec.Scale()),
	}
}

func recordOf(q resource.Quantity) record {
	form := "int64"
	if isDec(q) {
		form = "dec"
	}
	slow := q.DeepCopy()
	return record{
		amount:             amountOf(q),
		Form:               form,
		Sign:               q.Sign(),
		IsZero:             q.IsZero(),
		Value:              q.Value(),
		MilliValue:         q.MilliValue(),
		ApproximateFloat64: float(q.AsApproximateFloat64()),
		Float64:            float(slow.AsFloat64Slow()),
	}
}

// isDec detects the internal form, which is not exported: copies share an existing decimal, and
// otherwise create one each.
func isDec(q resource.Quantity) bool {
	first, second := q, q
	return first.AsDec() == second.AsDec()
}

func float(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
