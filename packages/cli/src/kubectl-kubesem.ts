#!/usr/bin/env node
// Another name of the program, under which kubectl finds it as a plugin.
import './main.js';
