export { DataStatisticsPage as default } from './data-statistics.tsx';
