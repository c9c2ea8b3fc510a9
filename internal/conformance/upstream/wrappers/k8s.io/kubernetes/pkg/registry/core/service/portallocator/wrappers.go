package portallocator

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/net"
	"kubesem/upstream/record"
)

func calculateRangeOffset(pr net.PortRange) int {
	offset, last := orig_calculateRangeOffset(pr), pr.Base+pr.Size-1
	if pr.Size < 1 || last > 65535 {
		record.Skip("service.bands", "no flag can have the range")
		return offset
	}
	call := record.Begin("service.bands", record.Map{"nodePortRange": fmt.Sprintf("%d-%d", pr.Base, last)})
	call.Out([]int{pr.Base, pr.Base + offset, last})
	return offset
}
