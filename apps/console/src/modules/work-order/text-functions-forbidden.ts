import { forbidTextFunctions } from './functions-without-text.ts';

forbidTextFunctions();
