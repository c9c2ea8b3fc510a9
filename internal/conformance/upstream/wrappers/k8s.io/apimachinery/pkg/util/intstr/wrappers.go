package intstr

import "kubesem/upstream/record"

func GetScaledValueFromIntOrPercent(intOrPercent *IntOrString, total int, roundUp bool) (int, error) {
	scaled, err := orig_GetScaledValueFromIntOrPercent(intOrPercent, total, roundUp)
	if intOrPercent == nil {
		record.Skip("intstr.scaled", "no value")
		return scaled, err
	}
	call := record.Begin("intstr.scaled", record.Map{"value": intOrPercent, "total": total, "up": roundUp})
	if err != nil {
		call.Err("IntOrPercent")
	} else {
		call.Out(scaled)
	}
	return scaled, err
}
