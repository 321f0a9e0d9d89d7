import { z } from 'zod';
import { sentInstant } from '../shape.ts';

/** Withdrawn: it was asked for anew, or what it was asked for is gone. */
export const approvalStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** What an approval is of: the saved version of the route, the regions around it, and how it is flown. */
export const approvalParts = ['route', 'regions', 'settings'] as const;
export type ApprovalPart = (typeof approvalParts)[number];

/** How the approval of a flight stands, as the gate judges it. */
export interface ApprovalStanding {
  state: 'missing' | 'waiting' | 'rejected' | 'approved';
  /** Who approved it. */
  by: string | null;
  /** What is other than it was approved. */
  changed: readonly ApprovalPart[];
}

/** How the record of a flight shows its approval. */
export const shownApproval = z.object({
  state: z.enum(approvalStates),
  by: z.string().nullable(),
  at: sentInstant.nullable(),
  reason: z.string(),
});
