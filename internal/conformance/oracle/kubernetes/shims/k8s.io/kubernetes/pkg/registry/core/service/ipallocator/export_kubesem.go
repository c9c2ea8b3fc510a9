package ipallocator

import "net/netip"

// Bands are the first address, the first one above the static band, and the last one.
func (a *Allocator) Bands() [3]netip.Addr {
	return [3]netip.Addr{a.firstAddress, a.offsetAddress, a.lastAddress}
}
