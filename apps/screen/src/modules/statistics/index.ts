export { FindingClasses } from './finding-classes.tsx';
export { FlightDays, FlightDistance, FlightTime } from './flight-days.tsx';
export { Numbers } from './numbers.tsx';
export { RightNow } from './right-now.tsx';
export { Tasks } from './tasks.tsx';
