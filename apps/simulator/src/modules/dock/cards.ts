/** A module for mobile data, as the devices number what it is. */
export interface Card {
  imei: string;
  /** 6 without an eSIM, 10 with one. */
  dongle_type: 6 | 10;
  eid: string;
  /** 1 not activated, 2 activated. */
  esim_activate_state: 1 | 2;
  sim_card_state: 0 | 1;
  /** 1 SIM, 2 eSIM. */
  sim_slot: 1 | 2;
  esim_infos: { telecom_operator: number; enabled: boolean; iccid: string }[];
  sim_info: { telecom_operator: number; sim_type: number; iccid: string };
}

export const missingModule = 326_002;
const switchFailed = 326_010;

export const newCard = (imei: string, esim: boolean): Card => ({
  imei,
  dongle_type: esim ? 10 : 6,
  eid: esim ? `89${imei}` : '',
  esim_activate_state: 1,
  sim_card_state: 1,
  sim_slot: 1,
  esim_infos: esim
    ? [1, 2, 3].map((operator) => ({ telecom_operator: operator, enabled: false, iccid: `8986${operator}` }))
    : [],
  sim_info: { telecom_operator: 1, sim_type: 1, iccid: '89860' },
});

/** Its SIM or its eSIM is used from now on. The code of a refusal; 0: done. */
export function switchSlot(card: Card, slot: unknown): number {
  if ((slot !== 1 && slot !== 2) || card.dongle_type !== 10) return switchFailed;
  const usable = slot === 1 ? card.sim_card_state === 1 : card.esim_activate_state === 2;
  if (!usable) return switchFailed;
  card.sim_slot = slot;
  return 0;
}

export function activate(card: Card): void {
  card.esim_activate_state = 2;
  const [first] = card.esim_infos;
  if (first && !card.esim_infos.some(({ enabled }) => enabled)) first.enabled = true;
}

export const hasOperator = (card: Card, operator: unknown): boolean =>
  card.esim_activate_state === 2 && card.esim_infos.some((one) => one.telecom_operator === operator);

export function chooseOperator(card: Card, operator: unknown): void {
  for (const one of card.esim_infos) one.enabled = one.telecom_operator === operator;
}
