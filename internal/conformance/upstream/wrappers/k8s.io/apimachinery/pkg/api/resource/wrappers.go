package resource

import (
	"errors"
	"strconv"

	"kubesem/upstream/record"
)

func ParseQuantity(str string) (Quantity, error) {
	call := record.Begin("quantity.parse", record.Text(str))
	q, err := orig_ParseQuantity(str)
	noteQuantity(call, q, err)
	return q, err
}

func (q *Quantity) UnmarshalJSON(value []byte) error {
	call := record.Begin("quantity.fromJSON", record.Text(value))
	err := q.orig_UnmarshalJSON(value)
	noteQuantity(call, *q, err)
	return err
}

func noteQuantity(call *record.Call, q Quantity, err error) {
	switch {
	case err == nil:
		call.Out(recordOf(q))
	case errors.Is(err, ErrFormatWrong):
		call.Err("ErrFormatWrong")
	case errors.Is(err, ErrNumeric):
		call.Err("ErrNumeric")
	case errors.Is(err, ErrSuffix):
		call.Err("ErrSuffix")
	default:
		call.Err("unknown")
	}
}

func (q *Quantity) Add(y Quantity) {
	call := binary("quantity.add", q, y)
	q.orig_Add(y)
	call.Out(recordOf(*q))
}

func (q *Quantity) Sub(y Quantity) {
	call := binary("quantity.sub", q, y)
	q.orig_Sub(y)
	call.Out(recordOf(*q))
}

func (q *Quantity) Cmp(y Quantity) int {
	call := binary("quantity.cmp", q, y)
	cmp := q.orig_Cmp(y)
	call.Out(record.Map{"cmp": cmp})
	return cmp
}

func (q *Quantity) Mul(y int64) bool {
	call := unary("quantity.mul", q, "n", strconv.FormatInt(y, 10))
	exact := q.orig_Mul(y)
	out := recordOf(*q)
	out["exact"] = exact
	call.Out(out)
	return exact
}

func (q *Quantity) Neg() {
	call := unary("quantity.neg", q, "", nil)
	q.orig_Neg()
	call.Out(recordOf(*q))
}

func (q *Quantity) RoundUp(scale Scale) bool {
	call := unary("quantity.roundUp", q, "scale", scale)
	exact := q.orig_RoundUp(scale)
	out := recordOf(*q)
	out["exact"] = exact
	call.Out(out)
	return exact
}

func (q *Quantity) ScaledValue(scale Scale) int64 {
	call := unary("quantity.scaledValue", q, "scale", scale)
	value := q.orig_ScaledValue(scale)
	call.Out(record.Map{"scaledValue": strconv.FormatInt(value, 10)})
	return value
}

func binary(op string, x *Quantity, y Quantity) *record.Call {
	if operand, ok := operandOf(y); ok {
		return unary(op, x, "y", operand)
	}
	record.Skip(op, "no operand has this form")
	return nil
}

func unary(op string, x *Quantity, parameter string, value any) *record.Call {
	operand, ok := operandOf(*x)
	if !ok {
		record.Skip(op, "no operand has this form")
		return nil
	}
	in := record.Map{"x": operand}
	if parameter != "" {
		in[parameter] = value
	}
	return record.Begin(op, in)
}

// operandOf is a quantity as the oracle reads it, with the same form and format; false if there is none.
func operandOf(q Quantity) (any, bool) {
	if q.Format == "" {
		return nil, false
	}
	if q.d.Dec == nil {
		value := strconv.FormatInt(q.i.value, 10)
		switch {
		case q.i.scale == 0:
			return record.Map{"value": value, "format": q.Format}, true
		case q.i.scale == -3:
			return record.Map{"milli": value, "format": q.Format}, true
		case q.Format == DecimalSI:
			return record.Map{"scaled": value, "scale": q.i.scale}, true
		}
	}
	copied := q.DeepCopy()
	number, suffix := copied.CanonicalizeBytes(nil)
	text := string(number) + string(suffix)
	parsed, err := orig_ParseQuantity(text)
	isSame := err == nil && parsed.Format == q.Format && (parsed.d.Dec == nil) == (q.d.Dec == nil)
	if isSame && q.d.Dec == nil {
		isSame = parsed.i == q.i
	} else if isSame {
		isSame = parsed.d.Dec.Scale() == q.d.Dec.Scale() && parsed.d.Dec.Cmp(q.d.Dec) == 0
	}
	return text, isSame
}

// recordOf is part of what the oracle answers about a quantity.
func recordOf(q Quantity) record.Map {
	form := "int64"
	if q.d.Dec != nil {
		form = "dec"
	}
	text, exact := q.DeepCopy(), q.DeepCopy()
	number, suffix := text.CanonicalizeBytes(nil)
	dec := exact.AsDec()
	return record.Map{
		"canonical": string(number) + string(suffix), "format": q.Format, "form": form,
		"unscaled": dec.UnscaledBig().String(), "exponent": -int32(dec.Scale()),
	}
}
