export { Flights } from './flights.tsx';
