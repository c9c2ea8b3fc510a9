package controller

// PodsPrefix passes on getPodsPrefix.
var PodsPrefix = getPodsPrefix
