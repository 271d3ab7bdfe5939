export const pints = 2
