import type { workDay as source } from '../zh-CN/work-day.ts';
import type { Translation } from '../words.ts';

export const workDay: Translation<typeof source> = {
  'workDay.title': 'Holidays and make-up workdays',
  'workDay.day': 'Day',
  'workDay.dayHint': 'As 2027-10-01',
  'workDay.kind': 'Kind',
  'workDay.kind.holiday': 'Holiday',
  'workDay.kind.makeUp': 'Make-up workday',
  'workDay.anyKind': 'Any kind',
  'workDay.search': 'Search name or day',
  'workDay.none': 'No days yet. Add them one by one, or import a CSV, Excel or iCalendar file.',
  'workDay.noneFound': 'No day matches',
  'workDay.hint':
    'Repeated tasks can leave out holidays and fly on make-up workdays. A change plans them anew within seconds, except runs that begin within a minute.',
  'workDay.add': 'Add a day',
  'workDay.edit': 'Change the day',
  'workDay.saved': 'The day has been saved',
  'workDay.deleted': 'The day has been deleted',
  'workDay.deleteTitle': 'Delete {name}?',
  'workDay.importNote':
    'In an iCalendar file, days whose name says workday or make-up are make-up workdays, all others holidays. Look them over before they are stored.',
  'workDay.skipHolidays': 'Not on holidays',
  'workDay.makeUpDays': 'Also on make-up workdays',
  'permission.task:days': 'Maintain holidays and make-up workdays',
  'auditLog.word.workDay': 'Holidays and make-up workdays',
  'refusal.workDayTaken': '{day} stands in the calendar already',
  'refusal.workDaysFull': 'The calendar is full; delete days that are over first',
  'timer.task.replan': 'Plan tasks anew by changed holidays',
  'detail.key.skipHolidays': 'Not on holidays',
  'detail.key.makeUpDays': 'Also on make-up workdays',
  'detail.key.day': 'Day',
};
