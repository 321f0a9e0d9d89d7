/**
 * A mainland mobile number (11 digits, 13 to 19 first, `+86` or `0086` before it if wanted) or a landline with its
 * area code (0 and two or three digits, a hyphen if wanted, seven or eight digits). Empty means none.
 */
export const phonePattern = /^(?:(?:\+86|0086)?1[3-9]\d{9}|0\d{2,3}-?[1-9]\d{6,7})$/;

export const isPhone = (value: string): boolean => value === '' || phonePattern.test(value);
