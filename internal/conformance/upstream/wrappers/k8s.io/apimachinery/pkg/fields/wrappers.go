package fields

import "kubesem/upstream/record"

// ParseSelector asks for the value that is required of the field of the first requirement.
func ParseSelector(selector string) (Selector, error) {
	parsed, err := orig_ParseSelector(selector)
	in := record.Map{"selector": record.Text(selector), "field": ""}
	if err != nil {
		record.Begin("fields.parse", in).Err("Selector")
		return parsed, err
	}
	requirements := []record.Map{}
	for _, one := range parsed.Requirements() {
		requirements = append(requirements, record.Map{
			"field": one.Field, "operator": one.Operator, "value": one.Value,
		})
	}
	if len(requirements) > 0 {
		in["field"] = requirements[0]["field"]
	}
	record.Begin("fields.parse", in).Out(record.Map{"requirements": requirements})
	return parsed, err
}
