export { HealthBoard } from './health-board.tsx';
