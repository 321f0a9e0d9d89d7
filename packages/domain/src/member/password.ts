/** Change-password form of the spec: 6 to 20 letters, digits or underscore. */
export const simplePassword = /^[A-Za-z0-9_]{6,20}$/;

/** Strong form: at least 8 characters with lower case, upper case, digit and one of @$#!%^*?&, nothing else. */
export const strongPassword = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$#!%^*?&])[A-Za-z\d@$#!%^*?&]{8,64}$/;
