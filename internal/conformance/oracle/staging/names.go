package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/util/validation"

	"kubesem/oracle/wire"
)

var nameOps = map[string]wire.Op{
	"names.IsDNS1123Label":                   messages(validation.IsDNS1123Label),
	"names.IsDNS1123Subdomain":               messages(validation.IsDNS1123Subdomain),
	"names.IsDNS1123SubdomainWithUnderscore": messages(validation.IsDNS1123SubdomainWithUnderscore),
	"names.IsWildcardDNS1123Subdomain":       messages(validation.IsWildcardDNS1123Subdomain),
	"names.IsDNS1035Label":                   messages(validation.IsDNS1035Label),
	"names.IsQualifiedName":                  messages(validation.IsQualifiedName),
	"names.IsValidLabelValue":                messages(validation.IsValidLabelValue),
	"names.IsValidPortName":                  messages(validation.IsValidPortName),
	"names.IsConfigMapKey":                   messages(validation.IsConfigMapKey),
	"names.IsEnvVarName":                     messages(validation.IsEnvVarName),
	"names.IsRelaxedEnvVarName":              messages(validation.IsRelaxedEnvVarName),
	"names.IsCIdentifier":                    messages(validation.IsCIdentifier),
	"names.IsHTTPHeaderName":                 messages(validation.IsHTTPHeaderName),
	"names.IsValidPercent":                   messages(validation.IsValidPercent),
	"names.IsPathSegmentName":                messages(content.IsPathSegmentName),
	"names.IsDecimalInteger":                 messages(content.IsDecimalInteger),
}

// messages returns the errors of a text; the list is empty if the text is valid.
func messages(check func(string) []string) wire.Op {
	return func(in json.RawMessage) (any, error) {
		var text wire.Text
		if err := json.Unmarshal(in, &text); err != nil {
			return nil, err
		}
		return append([]string{}, check(string(text))...), nil
	}
}
