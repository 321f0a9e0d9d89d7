import type { issue as source } from '../zh-CN/issue.ts';
import type { Translation } from '../words.ts';

export const issue: Translation<typeof source> = {
  'issue.withValue': '{issue} (given: {value})',
  'issue.withAllowed': '{issue} (given: {value}; allowed: {allowed})',
  'issue.required': '{field} is required',
  'issue.type': '{field} is of the wrong type',
  'issue.min': '{field} must be at least {min}',
  'issue.max': '{field} must be at most {max}',
  'issue.integer': '{field} must be a whole number',
  'issue.length': '{field} must have {min} to {max} characters',
  'issue.tooShort': '{field} must have at least {min} characters',
  'issue.tooLong': '{field} must have at most {max} characters',
  'issue.tooFew': '{field}: at least {min} entries',
  'issue.tooMany': '{field}: at most {max} entries',
  'issue.format': '{field} is not in the right form',
  'issue.unknownValue': '{field} is not one of the possible values',
  'issue.twin': '{field} “{value}” stands in row {row} as well',
  'issue.chineseOnly': '{field}: all must be Chinese',
  'issue.chineseMax': '{field} cannot exceed {max} Chinese characters',
  'issue.passwordSimple': 'The password must be 6 to 20 letters, digits or underscores',
  'issue.passwordStrong':
    'The password needs 8 to 64 characters: at least one upper-case letter A–Z, one lower-case letter a–z, one digit and one of @$#!%^*?&. No other characters and no spaces',
  'issue.passwordsDiffer': 'The two passwords entered are not consistent',
  'issue.passwordCommon': 'This password is too common, please choose another',
  'issue.passwordSame': 'The new password must differ from the old one',
  'issue.passwordWrong': 'The old password is wrong',
  'issue.number': 'Please enter the numerical value correctly',
  'issue.unchangeable': '{field} cannot be changed once made',
  'issue.account': 'The account begins with a letter or digit and has 2 to 64 letters, digits or . _ - + @',
  'issue.phone': 'Please enter a correct phone number',
  'issue.future': 'The end must lie in the future',
};
