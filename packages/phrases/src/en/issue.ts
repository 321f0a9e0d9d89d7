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
  'issue.chineseOnly': '{field}: all must be Chinese',
  'issue.chineseMax': '{field} cannot exceed {max} Chinese characters',
  'issue.passwordSimple': 'The password must be 6 to 20 letters, digits or underscores',
  'issue.passwordStrong':
    'The password needs at least 8 characters with upper case, lower case, a digit and one of @$#!%^*?&',
  'issue.passwordsDiffer': 'The two passwords entered are not consistent',
  'issue.passwordCommon': 'This password is too common, please choose another',
  'issue.passwordSame': 'The new password must differ from the old one',
  'issue.passwordWrong': 'The old password is wrong',
  'issue.returnAltitude': 'The return altitude must lie between {min} and {max} m',
  'issue.aiRange': 'The AI detection range must lie between {min} and {max} m',
  'issue.number': 'Please enter the numerical value correctly',
  'issue.zoomOrder': 'The smallest zoom level cannot exceed the largest',
  'issue.zoomBetween': 'The zoom level must lie between {min} and {max}',
  'issue.tileAddress':
    'Enter an http(s) tile address with {places}, without a password and not of this machine itself',
  'issue.colour': 'A colour is written #RRGGBB',
};
