export { FlightDays } from './flight-days.tsx';
export { Numbers } from './numbers.tsx';
export { RightNow } from './right-now.tsx';
