import { z } from 'zod';
import { limits } from '../limits.ts';
import { oid, sentInstant, text } from '../shape.ts';

/** Who chose the dock of a flight: a person, or the form, which takes the nearest one that is able. */
export const assignments = ['manual', 'automatic'] as const;
export type Assignment = (typeof assignments)[number];

const { aiTypesMost, aiRangeMin, aiRangeMax, codeMax } = limits.flightChoice;
const code = text(codeMax);

/** What people decide about a flight beside how it flies. What is left out is as nobody had chosen it. */
export const choiceShape = {
  /** Codes of the code table `aiType`: what its pictures are searched for. Empty: nothing. */
  aiTypes: z.array(code).max(aiTypesMost).optional(),
  /** From how far things are searched for, m; needed where there are AI types. */
  aiRange: z.number().int().min(aiRangeMin).max(aiRangeMax).nullable().optional(),
  /** A code of the code table `workOrderType`: the type of work orders that come of it. */
  workOrderType: code.nullable().optional(),
  /** Who is to fly it; left out: the caller. */
  assigneeOID: oid.optional(),
  assignment: z.enum(assignments).optional(),
  /** A handheld controller that is taken along. */
  controllerOID: oid.nullable().optional(),
  gimbalOID: oid.nullable().optional(),
};
const choices = z.object(choiceShape);
export type FlightChoices = z.output<typeof choices>;

/** Whether things are searched for and nobody said from how far. */
export const lacksAiRange = ({ aiTypes, aiRange }: Pick<FlightChoices, 'aiTypes' | 'aiRange'>): boolean =>
  (aiTypes ?? []).length > 0 && typeof aiRange !== 'number';

interface Faults {
  addIssue(issue: { code: 'custom'; path: string[]; message: string }): void;
}
/** What the fields of an arrangement demand of each other. */
export const requireAiRange = (
  given: Pick<FlightChoices, 'aiTypes' | 'aiRange'>,
  { addIssue }: Faults,
): void => {
  if (lacksAiRange(given)) addIssue({ code: 'custom', path: ['aiRange'], message: 'required' });
};

/** How a flight that was given to somebody stands with them. None: who arranged it flies it. */
export const acknowledgements = ['none', 'waiting', 'given'] as const;

/** What a flight's record says of all that. */
export const shownChoices = {
  /** Who arranged it. */
  assignor: z.string(),
  assigneeOID: oid,
  assignee: z.string(),
  acknowledgement: z.enum(acknowledgements),
  /** When its assignee acknowledged it; null: not. */
  acknowledgedAt: sentInstant.nullable(),
  /** When it is to begin by its task; null: a person starts it. */
  plannedAt: sentInstant.nullable(),
  assignment: z.enum(assignments),
  aiTypes: z.array(z.object({ code: z.string(), name: z.string() })),
  aiRange: z.number().int().nullable(),
  workOrderType: z.object({ code: z.string(), name: z.string() }).nullable(),
  controllerOID: oid.nullable(),
  controllerName: z.string().nullable(),
  gimbalOID: oid.nullable(),
  gimbalName: z.string().nullable(),
  /** What its dock speaks. */
  protocol: z.enum(['cloud', 'open']),
};
