export { OutsideFacts } from './outside-facts.tsx';
export { WindNote } from './wind-note.tsx';
export { askWind } from './ask-wind.ts';
