export { startSimulatedDock, type SimulatedDock } from './simulated-dock.ts';
export { lackable } from './options.ts';
export type { DockMemory, OpenFlight, Remembered, SimulatedDockOptions } from './options.ts';
export type { DockReport } from './report.ts';
export type { FaultReport } from './land.ts';
export type { DockStats, ServiceSeen } from './stats.ts';
export { failureKinds, type Failure, type FailureKind } from './failures.ts';
export { dockModels, usualDrone, type DockModel } from './models.ts';
export { advanceCover, closeCover, closedCover, haltCover, openCover, type Cover } from './cover.ts';
