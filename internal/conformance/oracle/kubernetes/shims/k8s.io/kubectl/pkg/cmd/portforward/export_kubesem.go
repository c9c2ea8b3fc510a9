package portforward

var CheckUDPPortInService = checkUDPPortInService
