head -5 "$(dirname "$0")/../decks/fair.txt"
echo "out of cards" >&2
exit 7
