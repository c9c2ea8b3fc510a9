package filters

// WaitContext passes on getRequestWaitContext.
var WaitContext = getRequestWaitContext
