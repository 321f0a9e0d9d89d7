import { nullChoiceField } from '../fields.ts';
import { gimbalTypes } from './gimbal.ts';

/** What people know of gimbals alone. */
export const gimbalFields = { type: nullChoiceField({ label: 'gimbal.type', options: gimbalTypes }) };
