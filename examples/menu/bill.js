import { pints } from "./pints.js"; document.title += ` (${pints})`
