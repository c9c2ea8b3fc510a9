module.exports = RegExp;
