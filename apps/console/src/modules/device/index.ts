export { deviceFilters, whereFilter } from './device-filters.ts';
export { deviceList } from './device-list.tsx';
export { DeviceEvents } from './device-events.tsx';
export { placeOf } from './device-facts.tsx';
export { Firmware } from './firmware.tsx';
export { TrendChart } from './trend-chart.tsx';
export { pointsOf } from './trend-scale.ts';
export { UpkeepList } from './upkeep-list.tsx';
