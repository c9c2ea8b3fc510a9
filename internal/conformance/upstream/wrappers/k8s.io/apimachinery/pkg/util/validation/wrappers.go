package validation

import "kubesem/upstream/record"

func IsDNS1123Label(value string) []string {
	return messages("names.IsDNS1123Label", orig_IsDNS1123Label, value)
}

func IsDNS1123Subdomain(value string) []string {
	return messages("names.IsDNS1123Subdomain", orig_IsDNS1123Subdomain, value)
}

func IsDNS1035Label(value string) []string {
	return messages("names.IsDNS1035Label", orig_IsDNS1035Label, value)
}

func IsValidPortName(value string) []string {
	return messages("names.IsValidPortName", orig_IsValidPortName, value)
}

func IsConfigMapKey(value string) []string {
	return messages("names.IsConfigMapKey", orig_IsConfigMapKey, value)
}

func IsRelaxedEnvVarName(value string) []string {
	return messages("names.IsRelaxedEnvVarName", orig_IsRelaxedEnvVarName, value)
}

func IsEnvVarName(value string) []string {
	return messages("names.IsEnvVarName", orig_IsEnvVarName, value)
}

// messages checks a text and notes what is wrong with it.
func messages(op string, check func(string) []string, value string) []string {
	call := record.Begin(op, record.Text(value))
	found := check(value)
	call.Out(append([]string{}, found...))
	return found
}
