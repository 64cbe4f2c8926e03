# Decks of six cards: those of the job, or of the first one outside of `exec`.
cat "$(dirname "$0")/../decks/job-${COLDDECK_JOB:-0}.txt"
