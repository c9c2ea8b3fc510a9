package yaml

import (
	"bytes"
	"io"
	"strings"

	"kubesem/upstream/record"
)

// NewYAMLOrJSONDecoder records what the decoder will read. It reads nothing early that could block.
func NewYAMLOrJSONDecoder(r io.Reader, bufferSize int) *YAMLOrJSONDecoder {
	switch r.(type) {
	case *bytes.Reader, *bytes.Buffer, *strings.Reader:
		text, err := io.ReadAll(r)
		if err != nil {
			panic(err)
		}
		record.Begin("yaml.documents", record.Text(text)).NoResult()
		r = bytes.NewReader(text)
	default:
		record.Skip("yaml.documents", "a reader whose text is not known yet")
	}
	return orig_NewYAMLOrJSONDecoder(r, bufferSize)
}
