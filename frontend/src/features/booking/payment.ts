const PAYMENT_DELAY_MS = 3000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CODE_LENGTH = 9;

/**
 * Simulates the payment: sends nothing, and resolves after 3 s with a confirmation code of 'BK' and nine characters.
 */
export async function pay(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, PAYMENT_DELAY_MS));
  return confirmationCode();
}

export function confirmationCode(): string {
  const signs: string[] = [];
  while (signs.length < CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // 252 = 7 × 36: the rest of a byte's range would favour the first letters.
    if (byte < 252) signs.push(ALPHABET.charAt(byte % ALPHABET.length));
  }
  return `BK${signs.join('')}`;
}
