import type { ConnectionFault, ConnectionStep, StepOutcome } from '@eyrie/domain';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    dock_connection: {
      dock_oid: string;
      step: ConnectionStep;
      outcome: StepOutcome;
      fault: ConnectionFault | null;
      at: Date;
      protocol: number | null;
      code: number | null;
      clock_offset: number | null;
    };
    binding_code: {
      dock_oid: string;
      code_hash: Buffer;
      expires_at: Date;
      used_at: Date | null;
    };
  }
}
