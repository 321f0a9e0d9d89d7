export { DockCard, monitorAddress, MonitorLink } from './dock-card.tsx';
export { DockForm, dockLabels, MaintenanceForm } from './dock-form.tsx';
export { DockLive } from './dock-record.tsx';
export { DockList } from './dock-list.tsx';
export { dockNow, useRecordsNow, type DockNow } from './dock-live.ts';
export { countOnline } from './dock-style.ts';
export { DockState } from './dock-state.tsx';
export { RegisterDock } from './register-dock.tsx';
export { useDocks } from './dock.queries.ts';
