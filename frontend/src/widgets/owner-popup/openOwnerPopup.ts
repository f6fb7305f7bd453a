/** Fired on `window` to open the owner programme's popup from anywhere. */
export const OPEN_OWNER_POPUP = 'openOwnerPopup';

export function openOwnerPopup(): void {
  window.dispatchEvent(new Event(OPEN_OWNER_POPUP));
}
