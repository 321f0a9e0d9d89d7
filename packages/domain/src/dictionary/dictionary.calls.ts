export const dictionaryCalls = {};
