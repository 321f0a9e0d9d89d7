import { z } from 'zod';
import { choiceField, numberField, textField } from '../fields.ts';
import { reportFormats } from './inspection-report.ts';

const languages = ['zh-CN', 'en', 'ar'] as const;

/** When a monthly report is sent, and as what. */
export const reportScheduleFields = {
  name: textField({ label: 'reportSchedule.name', max: 64, width: 150 }),
  /** Of the month after the one that is reported. */
  day: numberField({ label: 'reportSchedule.day', schema: z.number().int().min(1).max(28) }),
  /** Of the day, on the clocks of the organisation. */
  hour: numberField({ label: 'reportSchedule.hour', schema: z.number().int().min(0).max(23) }),
  format: choiceField({
    label: 'reportSchedule.format',
    options: reportFormats,
    words: 'inspectionReport.format',
  }),
  language: choiceField({ label: 'reportSchedule.language', options: languages, words: 'language' }),
};
