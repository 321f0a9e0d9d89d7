import type { search as source } from '../zh-CN/search.ts';
import type { Translation } from '../words.ts';

export const search: Translation<typeof source> = {
  'search.results': 'What was found',
  'search.pages': 'Pages',
  'search.commands': 'Commands',
  'search.searching': 'Searching…',
  'search.none': 'Nothing is called that',
  'search.found': '{count, plural, one {# found} other {# found}}',
  'search.hint':
    'Type the name of a page, device, route, task, flight or work order, or a serial number. Choose with the arrow keys and open with Enter.',
  'search.more': 'There are more: type more of the name',
  'search.byHand': 'Flight by hand',
  'search.kind.dock': 'Docks',
  'search.kind.drone': 'Aircraft',
  'search.kind.remoteController': 'Remote controllers',
  'search.kind.battery': 'Batteries',
  'search.kind.gimbal': 'Gimbals',
  'search.kind.robot': 'Robots',
  'search.kind.route': 'Routes',
  'search.kind.task': 'Tasks',
  'search.kind.flight': 'Flights',
  'search.kind.workOrder': 'Work orders',
};
