package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"kubesem/oracle/wire"
)

var yamlOps = map[string]wire.Op{
	"yaml.toJSON":    yamlToJSON,
	"yaml.documents": yamlDocuments,
	"yaml.marshal":   yamlMarshal,
	"text.printable": printable,
}

func yamlToJSON(in json.RawMessage) (any, error) {
	var text wire.Text
	if err := json.Unmarshal(in, &text); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(string(text), "\n") {
		text += "\n" // kubectl reads whole lines
	}
	converted, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil, &wire.Error{Class: "YAML", Message: err.Error()}
	}
	return string(converted), nil
}

// printable lists where the characters that Go prints begin and end, in turns, in a range of code points.
func printable(in json.RawMessage) (any, error) {
	var codes struct{ From, To rune }
	if err := json.Unmarshal(in, &codes); err != nil {
		return nil, err
	}
	bounds := []int{}
	for code, before := codes.From, false; code <= codes.To; code++ {
		if now := code < codes.To && strconv.IsPrint(code); now != before {
			bounds, before = append(bounds, int(code)), now
		}
	}
	return bounds, nil
}

// yamlMarshal writes an object as the printer of kubectl -o yaml does.
func yamlMarshal(in json.RawMessage) (any, error) {
	var object map[string]any
	if err := json.Unmarshal(in, &object); err != nil {
		return nil, err
	}
	text, err := yaml.Marshal(object)
	if err != nil {
		return nil, &wire.Error{Class: "YAML", Message: err.Error()}
	}
	return string(text), nil
}

// yamlDocuments splits a stream as the resource builder of kubectl does: decoded like a file, with the
// same buffer size (it decides how far the reader looks for JSON) and the same documents left out.
func yamlDocuments(in json.RawMessage) (any, error) {
	var text wire.Text
	if err := json.Unmarshal(in, &text); err != nil {
		return nil, err
	}
	type answer struct {
		Documents []string `json:"documents"`
		Error     *string  `json:"error"`
	}
	documents := []string{}
	reader := transform.NewReader(strings.NewReader(string(text)), unicode.BOMOverride(unicode.UTF8.NewDecoder()))
	decoder := utilyaml.NewYAMLOrJSONDecoder(reader, 4096)
	for {
		var document runtime.RawExtension
		err := decoder.Decode(&document)
		if err == io.EOF {
			return answer{documents, nil}, nil
		}
		if err != nil {
			message := err.Error()
			return answer{documents, &message}, nil
		}
		raw := bytes.TrimSpace(document.Raw)
		if len(raw) > 0 && !bytes.Equal(raw, []byte("null")) {
			documents = append(documents, string(raw))
		}
	}
}
