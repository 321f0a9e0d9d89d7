import { barePort } from '../../platform/http/bare-port.ts';
import type { Unit } from '../../platform/runtime.ts';
import { registerHealth, type HealthDependencies } from './health.ts';

/** A port with health, readiness and metrics alone, for servers that open no other. */
export const openHealthPort = (at: { host: string; port: number }, deps: HealthDependencies): Unit =>
  barePort('health port', at, (app) => registerHealth(app, deps));
