package ipallocator

import (
	"net"

	"kubesem/upstream/record"
)

// The oracle answers with addresses.
func calculateRangeOffset(cidr *net.IPNet) int {
	record.Begin("service.bands", record.Map{"cidr": cidr.String()}).NoResult()
	return orig_calculateRangeOffset(cidr)
}
