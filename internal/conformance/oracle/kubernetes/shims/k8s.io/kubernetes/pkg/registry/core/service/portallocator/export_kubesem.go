package portallocator

// CalculateRangeOffset passes on calculateRangeOffset.
var CalculateRangeOffset = calculateRangeOffset
