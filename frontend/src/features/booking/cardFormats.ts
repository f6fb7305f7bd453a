const CARD_GROUPS = /(\d{4})(?=\d)/g;
const AMEX = /^3[47]/;
/** The longest number in groups; longer ones have no room for spaces in the field's 19 characters. */
const GROUPED_DIGITS = 16;

/** A card number in groups, as it is printed on the card. Anything but digits stays as it is typed. */
export function formatCardNumber(text: string): string {
  if (!/^[\d\s-]*$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits.length > GROUPED_DIGITS) return digits;
  if (AMEX.test(digits)) return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ');
  return digits.replace(CARD_GROUPS, '$1 ');
}

/** An expiry date as MM/AA: `1229`, `5/29` and `12/2029` become `12/29` and `05/29`. Other texts stay as they are. */
export function formatExpiry(text: string): string {
  if (!/^[\d\s/]*$/.test(text)) return text;
  const [, month = '', slash = '', rest = ''] = /^(\d{0,2})(\/?)(.*)$/.exec(text.replace(/\s/g, '')) ?? [];
  const year = rest.replace(/\D/g, '').replace(/^20(?=\d{2}$)/, '');
  const isOneDigit = /^[2-9]$/.test(month) || (month.length === 1 && slash);
  const padded = isOneDigit ? `0${month}` : month;
  return slash || year ? `${padded}/${year}` : padded;
}

/**
 * Formats what an input holds and keeps the caret behind the same digit. Deleting a separator alone brings it back, with
 * the caret before it.
 */
export function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const { value } = input;
  const formatted = format(value);
  if (formatted === value) return;
  const caret = input.selectionStart ?? value.length;
  const digitsBefore = value.slice(0, caret).replace(/\D/g, '').length;
  input.value = formatted;
  const position = caret >= value.length ? formatted.length : positionAfter(formatted, digitsBefore);
  input.setSelectionRange(position, position);
}

function positionAfter(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digits) return index;
    if (/\d/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}
