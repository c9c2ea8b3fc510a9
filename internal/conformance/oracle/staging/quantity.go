package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"kubesem/oracle/wire"
)

var quantityOps = map[string]wire.Op{
	"quantity.parse":       quantityParse,
	"quantity.fromJSON":    quantityFromJSON,
	"quantity.cmp":         quantityCmp,
	"quantity.scaledValue": quantityScaledValue,
	"quantity.chain":       quantityChain,
	"quantity.add":         quantityStep("add"),
	"quantity.sub":         quantityStep("sub"),
	"quantity.mul":         quantityStep("mul"),
	"quantity.neg":         quantityStep("neg"),
	"quantity.roundUp":     quantityStep("roundUp"),
}

// operand is a quantity to work on: a text to parse, or the arguments of a constructor.
type operand struct{ resource.Quantity }

func (o *operand) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return o.parse(raw)
	}
	var made struct {
		Value  *int64          `json:"value,string"`
		Milli  *int64          `json:"milli,string"`
		Scaled *int64          `json:"scaled,string"`
		Format resource.Format `json:"format"`
		Scale  resource.Scale  `json:"scale"`
	}
	if err := wire.DecodeStrict(raw, &made); err != nil {
		return o.parse(raw)
	}
	switch {
	case made.Value != nil:
		o.Quantity = *resource.NewQuantity(*made.Value, made.Format)
	case made.Milli != nil:
		o.Quantity = *resource.NewMilliQuantity(*made.Milli, made.Format)
	case made.Scaled != nil:
		o.Quantity = *resource.NewScaledQuantity(*made.Scaled, made.Scale)
		return wire.CheckScale(int32(made.Scale))
	default:
		return fmt.Errorf("expected a text, value, milli or scaled, got %s", raw)
	}
	return nil
}

func (o *operand) parse(raw []byte) error {
	var text wire.Text
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	if err := wire.CheckQuantity(string(text)); err != nil {
		return err
	}
	var err error
	o.Quantity, err = resource.ParseQuantity(string(text))
	return classify(err)
}

// classify names the quantity parser's errors; any other means that the JSON is no quantity.
func classify(err error) error {
	if err == nil {
		return nil
	}
	class := "Decode"
	switch {
	case errors.Is(err, resource.ErrFormatWrong):
		class = "ErrFormatWrong"
	case errors.Is(err, resource.ErrNumeric):
		class = "ErrNumeric"
	case errors.Is(err, resource.ErrSuffix):
		class = "ErrSuffix"
	}
	return &wire.Error{Class: class, Message: err.Error()}
}

func quantityParse(in json.RawMessage) (any, error) {
	var x operand
	if err := x.UnmarshalJSON(in); err != nil {
		return nil, err
	}
	return recordOf(x.Quantity), nil
}

// quantityFromJSON reads the raw JSON text of a value the way the API server reads a field.
func quantityFromJSON(in json.RawMessage) (any, error) {
	var text wire.Text
	if err := json.Unmarshal(in, &text); err != nil {
		return nil, err
	}
	if err := wire.CheckQuantity(string(text)); err != nil {
		return nil, err
	}
	if !json.Valid([]byte(text)) {
		return nil, &wire.Error{Class: "JSON", Message: "not a JSON text"}
	}
	var object struct {
		Value   resource.Quantity  `json:"value"`
		Pointer *resource.Quantity `json:"pointer"`
	}
	raw := `{"value":` + string(text) + `,"pointer":` + string(text) + `}`
	if err := utiljson.Unmarshal([]byte(raw), &object); err != nil {
		return nil, classify(err)
	}
	return struct {
		record
		IsNull bool `json:"isNull"`
	}{recordOf(object.Value), object.Pointer == nil}, nil
}

func quantityCmp(in json.RawMessage) (any, error) {
	var args struct{ X, Y operand }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	// Cmp may change the form of its receiver, so it comes before the record.
	cmp := args.X.Cmp(args.Y.Quantity)
	return struct {
		record
		Cmp int `json:"cmp"`
	}{recordOf(args.X.Quantity), cmp}, nil
}

func quantityScaledValue(in json.RawMessage) (any, error) {
	var args struct {
		X     operand
		Scale resource.Scale
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	if err := wire.CheckScale(int32(args.Scale)); err != nil {
		return nil, err
	}
	return struct {
		record
		ScaledValue int64 `json:"scaledValue,string"`
	}{recordOf(args.X.Quantity), args.X.ScaledValue(args.Scale)}, nil
}
